/** Addresses as people write them: one a line, or with commas between. */
export const addressesIn = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/).filter((one) => one !== "")

export const asLines = (addresses: ReadonlyArray<string>): string => addresses.join("\n")
