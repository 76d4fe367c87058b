import type { WrittenLanguage } from "#records/organisation-language"

const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim()

/** Text messages to departing people. */
export interface SmsWords {
  portal(organisation: string, link: { readonly url: string; readonly expiresOn: string }): string
  overdue(organisation: string, asset: { readonly itemName: string; readonly returnDeadline: string }): string
}

const itemIn = (name: string) => onOneLine(name).slice(0, 80)

/** Only characters of GSM-7, as others make a text message cost twice. */
export const smsWords: Readonly<Record<WrittenLanguage, SmsWords>> = {
  en: {
    portal: (organisation, { expiresOn, url }) =>
      `${onOneLine(organisation)}: open your offboarding page by ${expiresOn}: ${url}`,
    overdue: (organisation, { itemName, returnDeadline }) =>
      `${onOneLine(organisation)}: ${itemIn(itemName)} was due back on ${returnDeadline}. Return it as soon as you can.`
  },
  de: {
    portal: (organisation, { expiresOn, url }) =>
      `${onOneLine(organisation)}: Öffne deine Austrittsseite bis ${expiresOn}: ${url}`,
    overdue: (organisation, { itemName, returnDeadline }) =>
      `${onOneLine(organisation)}: ${itemIn(itemName)} war bis ${returnDeadline} zurückzugeben. Schick es so bald wie möglich zurück.`
  }
}
