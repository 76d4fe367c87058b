/** What generators of test data may try where only code tells which texts are right. */
export const examples = (source: string) => ({
  arbitraryConstraint: { patterns: [{ source: `^(?:${source})$`, flags: "" }] as const }
})
