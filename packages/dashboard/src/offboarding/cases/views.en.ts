export const caseViews = {
  save: "Save view",
  saveTitle: "Save these filters as a view",
  saveText: "A view keeps filters and order, and appears as a tab. The search text is not part of it.",
  name: "Name",
  share: "Share with all members",
  shareHelp: "Everyone sees only the offboardings that they have access to.",
  saved: (name: string) => `View saved: ${name}`,
  menu: (name: string) => `Actions for the view ${name}`,
  edit: "Edit view",
  changed: (name: string) => `View changed: ${name}`,
  delete: "Delete view",
  deleteTitle: (name: string) => `Delete the view “${name}”?`,
  deleteText: "Only the view is deleted. Offboardings stay as they are.",
  deleteShared: "All members lose this view. Offboardings stay as they are.",
  deleted: "View deleted",
  shared: "Shared view",
  assign: "Assign owner",
  assignTitle: (count: number) => (count === 1 ? "Owner of 1 offboarding" : `Owner of ${count} offboardings`),
  assignText: "The new owner is notified once. Offboardings that they cannot see stay as they are.",
  assigned: (count: number) =>
    count === 1 ? "Owner of 1 offboarding changed" : `Owner of ${count} offboardings changed`
}
