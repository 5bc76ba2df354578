/** Names of many origins and spellings; the people are invented. */

const listed = (text: string) => text.trim().split(/,\s+/) as [string, ...string[]];

export const firstNames = listed(`
  Aaliyah, Abena, Adrián, Aiko, Aisha, Alejandra, Amara, Amélie, Anders, Anh, Aoife, Arjun, Beatriz, Benjamin, Björn,
  Camila, Caoimhe, Charlotte, Chidi, Chloë, Daniel, Deepika, DeShawn, Diego, Dylan, Eleni, Elif, Emeka, Emily,
  Esperanza, Fátima, Felix, Fiona, Gabriela, Georgia, Grace, Hana, Harper, Hassan, Hiroshi, Ibrahim, Ingrid,
  Isabella, Jamal, Jasmine, Javier, Jean-Luc, Jin-ho, Jordan, José, Kai, Keanu, Khadija, Kiersten, Kwame, Lakshmi,
  Leilani, Liam, Linh, Lucía, Łukasz, Maeve, Malik, Marguerite, María José, Mateo, Maya, Mei, Miguel, Mónica, Nadia,
  Naomi, Nikolai, Noah, Noor, Nuala, Oksana, Oliver, Olumide, Owen, Paloma, Parker, Priya, Quinn, Rafael, Renée,
  Rosa, Ryan, Sadia, Samuel, Saoirse, Sebastián, Siobhán, Sofia, Søren, Tamika, Tariq, Tatiana, Thandiwe, Theo,
  Tomás, Valentina, Viktor, Wei, William, Xochitl, Yara, Yusuf, Zainab, Zoë
`);

export const lastNames = listed(`
  Abara, Abdullah, Acheampong, Aguilar, Almeida, Andersen, Baptiste, Bauer, Begum, Bergström, Brennan, Brown,
  Castañeda, Chaudhry, Chen, Clarke-Jones, Contreras, D'Amico, D'Souza, Da Silva, Davis, de la Cruz, Delacroix,
  Diallo, Dimitriou, Đặng, Edwards, El-Sayed, Eriksson, Espinoza, Fernández, Fitzgerald, Flores, Fujimoto, García,
  García-López, Gebremariam, Goldberg, Greene, Gupta, Haddad, Hansen, Hernández, Hoang, Hussein, Ibarra, Ivanova,
  Iyer, Jackson, Johansson, Kamau, Kekoa, Kim, Kowalczyk, Kumar, Lange, Lefèvre, Lindqvist, Lopez, MacLeod, Martínez,
  Mbeki, McAllister, Mendoza, Mohamed, Moreau, Muñoz, Murphy, Nakamura, Nguyen, Novák, Nwosu, O'Brien, O'Connor,
  Oduya, Okafor, Oliveira, Ortiz, Øvergård, Park, Patel, Pérez, Petrov, Quintana, Ramírez, Reyes, Robinson,
  Rodríguez-Vega, Rossi, Sánchez, Sato, Schröder, Sharma, Silva, Singh, Smith-Ward, Ståhl, St. James, Suzuki, Tanaka,
  Taylor, Thompson, Torres, Tran, Tshabalala, Ueda, Van der Berg, Vargas, Vasquez, Walker, Washington, Weiss,
  Williams, Wong, Yamamoto, Yıldız, Young, Zambrano, Zhang, Zieliński
`);

/** Regions with the clubs of each. */
export const regions = {
  "North Sound": ["Alder Creek FC", "Skagit Valley United", "Orca Youth Soccer", "Whidbey Island SC"],
  "Cascade Foothills": ["Timberline FC", "Snoqualmie Falls SC", "Cedar River Athletic", "Granite Peak Soccer"],
  "South River": ["Columbia Bend United", "Willapa Bay FC", "Chehalis Rovers", "Mossyrock Youth Soccer"],
} as const;

/** The age groups of a club's five teams; clubs take these in turn. */
export const teamAges: readonly [readonly string[], ...(readonly string[])[]] = [
  ["U10", "U12", "U14", "U12", "U19"],
  ["U8", "U10", "U11", "U13", "U15"],
  ["U9", "U10", "U12", "U14", "U17"],
  ["U8", "U11", "U13", "U15", "U19"],
];

export const teamNames = listed(`
  Comets, Rapids, Storm, Thunder, Rovers, Ospreys, Herons, Kestrels, Lynx, Otters, Badgers, Coyotes, Wolves, Chinooks,
  Sockeyes, Cedars, Summit, Glaciers, Wildfire, Tides, Lightning, Ravens, Falcons, Marmots
`);
