/**
 * Letters that read as the ones which the names of the built-in roles are made of, after the confusables of Unicode's
 * UTS 39: Greek, Cyrillic, Armenian, Cherokee, Coptic, small capitals and the phonetic alphabet.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: "аαɑ⍺ᴀᎪꭺ",
  c: "сϲᴄᏟꮯⲥ",
  d: "ԁᴅᎠꭰɗժ",
  e: "еεɛҽ℮ᴇᎬꭼ",
  g: "ɡɢցᏀꮐᏻ",
  h: "һհΗНнʜᎻꮋⲎ",
  i: "іιıӏɩɪᎥꭵІΙլlⲓ|1",
  m: "мΜᴍᎷꮇⲘ",
  n: "пηոɴΝⲚ",
  o: "оοօσᴏⲟ0",
  p: "рρϱᴘᏢꮲⲣ",
  r: "гᴦⲅʀᎡꭱᏒꮢ",
  s: "ѕꜱƽᏚꮪՏ",
  t: "тτᴛᎢꭲⲧ",
  u: "υսᴜʋꭎꞟ"
}

const folded = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const))
)

/**
 * The appearance of a name in any script: equal for names that look alike. Only letters and digits count; spaces,
 * marks, and invisible characters do not.
 */
export const readsAs = (name: string): string =>
  [...name.normalize("NFKD").replaceAll(/[\p{M}\p{DI}]/gu, "")]
    .map((letter) => folded.get(letter) ?? letter.toLowerCase())
    .map((letter) => folded.get(letter) ?? letter)
    .join("")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m")
