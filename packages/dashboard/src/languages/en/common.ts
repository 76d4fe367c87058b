export const common = {
  retry: "Try again",
  undo: "Undo",
  cancel: "Cancel",
  needed: "is needed",
  copy: "Copy",
  copied: "Copied",
  reload: "Reload the page",
  pager: {
    label: "Pages",
    before: "Previous",
    after: "Next",
    range: (from: number, to: number, total: number) => `${from}–${to} of ${total.toLocaleString("en")}`
  }
}
