import { Option } from "effect"
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js"

const countryOf = (jurisdiction: string | null): CountryCode | undefined => {
  const country = jurisdiction?.slice(0, 2).toUpperCase()
  return country !== undefined && isSupportedCountry(country) ? country : undefined
}

/** The number as E.164 has it; one without a country's prefix is of the jurisdiction's (`DE`, `US-CA`). */
export const e164 = (phone: string, jurisdiction: string | null): Option.Option<string> => {
  const country = countryOf(jurisdiction)
  const number = parsePhoneNumberFromString(phone, country === undefined ? {} : { defaultCountry: country })
  return number?.isValid() === true ? Option.some(number.number) : Option.none()
}
