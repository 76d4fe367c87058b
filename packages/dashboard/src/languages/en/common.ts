export const common = {
  retry: "Try again",
  undo: "Undo",
  cancel: "Cancel",
  needed: "is needed",
  /** What the contract says of a field that does not fit: in English already. */
  unfit: (sentence: string) => sentence,
  findZone: "Find by city, region or offset",
  copy: "Copy",
  copied: "Copied",
  asTable: "As a table",
  withoutTable: "Without the table",
  reload: "Reload the page",
  pager: {
    label: "Pages",
    before: "Previous",
    after: "Next",
    range: (from: number, to: number, total: number) => `${from}–${to} of ${total.toLocaleString("en")}`
  }
}
