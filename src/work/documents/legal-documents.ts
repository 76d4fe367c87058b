/** A document that the law requires when employment ends. */
interface LegalDocument {
  readonly name: string
  /** What asks for it. */
  readonly law: string
  /** Its assignee, as tasks name them. */
  readonly assignedTo: string
}

const hr = (name: string, law: string): LegalDocument => ({ name, law, assignedTo: "HR" })
const finance = (name: string, law: string): LegalDocument => ({ name, law, assignedTo: "Finance" })

/**
 * By ISO 3166 code: what is due to every employee who leaves, whatever the reason. A reminder, not legal advice; a region
 * names its own, and has those of its country without being told.
 */
const byJurisdiction: Readonly<Record<string, ReadonlyArray<LegalDocument>>> = {
  AT: [hr("Dienstzeugnis", "§ 39 AngG"), finance("Arbeitsbescheinigung", "§ 46 (4) AlVG")],
  BE: [
    hr("C4 certificate of unemployment", "Art. 137 Royal Decree of 25 November 1991"),
    hr("Certificate of employment", "Art. 21 Act of 3 July 1978")
  ],
  CA: [finance("Record of Employment (ROE)", "Employment Insurance Regulations, s. 19")],
  CH: [hr("Arbeitszeugnis", "Art. 330a OR"), finance("Arbeitgeberbescheinigung", "Art. 20 (2) AVIG")],
  DE: [hr("Arbeitszeugnis", "§ 109 GewO"), finance("Arbeitsbescheinigung", "§ 312 SGB III")],
  ES: [
    hr("Certificado de empresa", "Art. 267, 298 LGSS"),
    finance("Finiquito", "Art. 49.2 Estatuto de los Trabajadores")
  ],
  FR: [
    hr("Certificat de travail", "Art. L1234-19 Code du travail"),
    finance("Reçu pour solde de tout compte", "Art. L1234-20 Code du travail"),
    hr("Attestation France Travail", "Art. R1234-9 Code du travail")
  ],
  GB: [finance("P45", "Income Tax (PAYE) Regulations 2003, reg. 36")],
  IE: [finance("Final payslip with leaving date reported to Revenue", "Finance Act 2017, s. 76")],
  IN: [finance("Form 16", "Income-tax Act 1961, s. 203")],
  IT: [finance("Certificazione Unica", "Art. 4 D.P.R. 322/1998")],
  NL: [hr("Getuigschrift", "Art. 7:656 BW")],
  PL: [hr("Świadectwo pracy", "Art. 97 Kodeks pracy")],
  US: [hr("COBRA notice", "29 CFR 2590.606-4"), finance("Form W-2", "26 U.S.C. § 6051")],
  "US-CA": [
    finance("Final pay notice", "California Labor Code §§ 201, 202"),
    hr("Notice of change in relationship", "California Unemployment Insurance Code § 1089")
  ],
  "US-NY": [hr("Notice of termination", "New York Labor Law § 195 (6)")],
  "US-TX": [finance("Final pay notice", "Texas Labor Code § 61.014")]
}

/** What the law of the place asks for: a country's documents, after those of the region; none for a place not known. */
export const legalDocuments = (jurisdiction: string | null): ReadonlyArray<LegalDocument> => {
  if (jurisdiction === null) return []
  const country = jurisdiction.split("-")[0] ?? ""
  const own = byJurisdiction[jurisdiction] ?? []
  return country === jurisdiction ? own : [...own, ...(byJurisdiction[country] ?? [])]
}
