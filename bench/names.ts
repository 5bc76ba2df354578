/** Names for the people of the bench: first names, and the parts of last names. */
export const firstNames =
  "Aaliyah Adrián Aisha Alejandra Amélie Anders Arjun Beatriz Benjamin Björn Camila Charlotte Daniel Deepika Diego Dylan Eleni Emily Fátima Felix Gabriela Grace Hana Hassan Hiroshi Ibrahim Isabella Jamal Jasmine Javier Jordan José Kai Khadija Kwame Lakshmi Liam Linh Lucía Łukasz Maeve Malik Mateo Maya Mei Miguel Mónica Nadia Naomi Noah Noor Oliver Owen Priya Quinn Rafael Renée Rosa Ryan Samuel Saoirse Sofia Søren Tariq Theo Tomás Valentina Viktor Wei William Yara Yusuf Zainab Zoë".split(
    " ",
  );
export const beginnings =
  "Abar Acheam Agui Almei Ander Bau Berg Bren Brow Casta Chaud Clark Contre Dami Da Del Dial Edwar Erik Espi Fern Fitz Flo Fuji Gar Gold Green Gup Had Han Hern Hoa Huss Ibar Ivan Jack Johan Kam Kim Kowal Lan Lind Lop Mac Mart Mbek Mend Moha Mor Muñ Murph Naka Nguy Nov Ocon Oliv Ort Par Pat Pér Pet Quint Ram Rey Rob Ross Sán Sat Schrö Shar Sil Sing Ståh Suzu Tan Tay Thom Tor Tran Ued Van Var Walk Wash Wei Will Won Yama Young Zam Zhan Ziel".split(
    " ",
  );
export const endings = "a berg son ez ov ski man ley ton er ic ini ard eau ung ama ara ovic es wood".split(" ");
