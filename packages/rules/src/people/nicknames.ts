/** First names that people use for one another, in English and Spanish. Each line has names of one person. */

const lines = `
abigail abby gail
abraham abe abram bram
adelaide addie heidi
agnes aggie nessa
albert al bert bertie albie
alberto beto berto albertito
alejandra ale sandra jandra
alejandro ale alex jandro
alexander alex al alec lex sandy xander sasha
alexandra alex lexi sandra sandy sasha xandra
alfonso poncho fonso
alfred al alf alfie fred
alfredo fredo fredy
amanda mandy manda
ambrose brose
amelia amy millie
andrea andie drea
andrew andy drew
andres andy andresito
angela angie
ana anita anabel
ann anna anne annie ana nan nancy hannah
anthony tony ant
antonia toni toñi tonia
antonio tono toño toni tony antonito
arthur art artie
augustin augie gus agustin
barbara barb barbie babs bobbie
bartholomew bart
beatrice bea trixie
beatriz bea betty
benjamin ben benny benji benja
bernard bernie barney
bradley brad
brenda bren
bridget biddy bridie
cameron cam
carlos charly carlitos
carmen carmela mamen
carolina caro carol
caroline carrie carol lina
catherine katherine kathryn katharine cathy kathy kate katie kat kit kitty cate katy
catalina cata lina
cecilia ceci cece cissy
charles charlie chuck chaz chas
charlotte lottie charlie char
christian chris
christina christine chris christy tina kristina kristen kris
christopher chris topher kit kris
cristina cris tina
cristobal cris tobal
clifford cliff
concepcion concha conchita
consuelo chelo
cynthia cindy
daniel dan danny dani
daniela dani
deborah debra deb debbie debby
denise dee
dennis denny
dolores lola loli
dominic dom nick
donald don donny
dorothy dot dottie dolly
douglas doug
edward ed eddie ned ted teddy
eduardo edu lalo
edwin ed eddie win
elena nena lena
eleanor ellie ella nell nora
elizabeth beth betsy betty eliza ellie elsie libby lisa liz lizzie liza bess
emily em emmy millie
emilia emi
enrique quique kike rico
ernesto neto
ernest ernie
esperanza pera
esteban teban
eugene gene
evelyn evie eve
fernando fer nando
fernanda fer nanda
florence flo flossie
frances fran fannie francie
francis frank fran
francisca paca paqui fran
francisco paco pancho fran curro kiko cisco quico
franklin frank
frederick fred freddie rick fritz
gabriel gabe gabi
gabriela gabi gaby
geoffrey jeffrey geoff jeff
george georgie
gerald gerry jerry
gerardo gera
gertrude gert trudy
gilbert gil bert
graciela chela
gregory greg gregg
gregorio goyo
guadalupe lupe lupita
guillermo memo guille willy
harold hal harry
harrison harry
helen nell nellie lena
henry hank harry hal
herbert herb bert
hortensia tencha
howard howie
ignacio nacho
isabel isa chabela bel
isabella bella izzy isa
jacob jake jay
jacqueline jackie
jaime jimmy
james jim jimmy jamie jem
jane janie jenny janet
janet jan
jason jay jase
javier javi
jeffrey jeff
jennifer jen jenny jenn
jeremy jerry jem
jerome jerry
jessica jess jessie
jesus chuy chucho suso
joan joanie
joanna jo joann
joaquin quino
john jack johnny jon johnnie
jonathan jon jonny nathan
jorge coque
jose pepe chepe josé joselito
josefa pepa pepi
josefina fina pepita chepina
joseph joe joey jo
josephine jo josie fina
joshua josh
juan juanito
juana juanita
judith judy judi
julia julie jules
julian jules
katarina kat kata
kenneth ken kenny
kimberly kim kimmy
lawrence laurence larry lars laurie
leonard leo len lenny
leonardo leo
leopoldo polo
leslie les
lillian lil lily lilly
lorenzo loren
louis lou louie
louise lou lulu
lucia luci lucy
lucille lucy lu
luis lucho luisito
madeline maddie maddy lina
magdalena magda lena malena
manuel manolo manu manny manolito
manuela manoli
marcos marquitos
margaret maggie marge margie meg megan peggy greta rita daisy
margarita marga rita
maria mari mary marita
mario mayito
martha marty patty
martin marty
mary molly polly mamie may
matilda tilly mattie
matthew matt matty
maureen mo
maximilian max
maxwell max
melissa mel missy lissa
mercedes merche meche
michael mike mick mickey micky mikey
michelle shelly mickey
miguel mike migue
mildred millie
mitchell mitch
montserrat montse
nathan nate nat
nathaniel nate nat nathan
nicholas nick nicky nico klaus
nicolas nico
nicole nikki nicky
norman norm
oliver ollie
olivia liv livvy
oscar ozzie
pamela pam
patricia pat patty tricia trish patsy
patrick pat paddy rick
paul paulie
paula pau
pedro perico
penelope penny
peter pete
philip phillip phil pip
rachel rae
rafael rafa
ramon moncho monchi
randolph randy
raymond ray
rebecca becky becca
reginald reg reggie
ricardo richi rico
richard rick ricky rich richie dick
robert bob bobby rob robbie bert
roberto beto rober
roderick rod rick
rodrigo rodri
roger rodge
ronald ron ronnie
rosa rosita
rosario charo
rose rosie
rosemary rosie romy
russell russ
salvador chava salva
samantha sam sammy
samuel sam sammy
sandra sandy
santiago santi chago yago tiago
sarah sara sally sadie
sebastian seb bastian sebas
sergio checo
sharon shari
soledad sole
stanley stan
stephanie steph stevie
stephen steven steve stevie steph
susan sue susie suzie susanna
susana susi
sylvia syl
teodoro teo
teresa tere teresita
teresita tere
theodore ted teddy theo
theresa teresa terry tess tessa
thomas tom tommy
timothy tim timmy
tobias toby
tomas tommy tomasito
valerie val
veronica vero ronnie
victor vic
victoria vicky vic tori
vicente chente
vincent vince vinny
virginia ginny ginger
walter walt wally
wilhelmina mina minnie willa
william bill billy will willie willy liam
winston win
winifred winnie freddie
yolanda yoli
zachary zach zack zac
`;

/** Without accents, like the names that `plainName` returns. */
const plain = (name: string) => name.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");

const linesOf = new Map<string, string[]>();
for (const line of lines.split("\n")) {
  const names = plain(line).split(" ").filter(Boolean);
  const [first] = names;
  if (first === undefined) continue;
  for (const name of new Set(names)) linesOf.set(name, [...(linesOf.get(name) ?? []), first]);
}

/** Returns the full names a first name may be short for, in lowercase without accents; none if it is no known short form. */
export function fullNamesOf(name: string): readonly string[] {
  return linesOf.get(name) ?? [];
}

/** Tests whether two first names may belong to one person: Bill and William, Paco and Francisco. */
export function areNicknames(one: string, other: string): boolean {
  const others = fullNamesOf(other);
  return fullNamesOf(one).some((full) => others.includes(full));
}
