/** ISO 3166-1 alpha-2: the countries that the API accepts. No browser lists them. */
const codes = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD " +
  "CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF " +
  "GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN " +
  "KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA " +
  "NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI " +
  "SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI " +
  "VN VU WF WS YE YT ZA ZM ZW"
).split(" ")

/** Names of regions by code; `Intl` names none. */
type Regions = Readonly<Record<string, string>>

interface Country {
  readonly code: string
  /** `Germany (DE)`, `United States, California (US-CA)` */
  readonly words: string
  /** Search text in lower case. */
  readonly text: string
}

/** Names of countries and regions in one language. A code without a name is its own name. */
export const countriesIn = (language: string, regions: Regions) => {
  const names = new Intl.DisplayNames(language, { type: "region" })
  const order = new Intl.Collator(language)

  const wordsOf = (code: string): string => {
    const [country = ""] = code.toUpperCase().split("-")
    if (!codes.includes(country)) return code
    const name = names.of(country) ?? country
    const region = regions[code.toUpperCase()]
    return `${region === undefined ? name : `${name}, ${region}`} (${code.toUpperCase()})`
  }
  const countryOf = (code: string): Country => {
    const words = wordsOf(code)
    return { code, words, text: words.toLowerCase() }
  }
  const all = [...codes, ...Object.keys(regions)]
    .map(countryOf)
    .toSorted((one, other) => order.compare(one.words, other.words))

  /** Entries that contain every word; the region with this code; the chosen one. */
  const found = (text: string, chosen: string): ReadonlyArray<Country> => {
    const wanted = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "")
    const listed = all.filter((one) => wanted.every((word) => one.text.includes(word)))
    const typed = text.trim().toUpperCase()
    const isRegion = /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(typed) && codes.includes(typed.slice(0, 2))
    const besides = [chosen, ...(isRegion ? [typed] : [])].filter(
      (code, index, both) => code !== "" && both.indexOf(code) === index && !listed.some((one) => one.code === code)
    )
    return [...besides.map(countryOf), ...listed]
  }

  return { found, wordsOf }
}
