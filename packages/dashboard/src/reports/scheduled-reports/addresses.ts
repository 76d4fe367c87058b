/** Splits typed emails: one per line, or separated by commas. */
export const addressesIn = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/).filter((one) => one !== "")

export const asLines = (addresses: ReadonlyArray<string>): string => addresses.join("\n")
