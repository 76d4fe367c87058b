import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const approvalChains = {
  about: "Who must approve an offboarding request, and in which order.",
  none: "No approval chains yet",
  noneText: "Without a chain, HR or an Admin decides. Create a chain if several people must approve.",
  name: "Name",
  nameHelp: "Shown to people who request an offboarding.",
  steps: "Steps",
  isDefault: "Default",
  changed: "Changed",
  somebody: "another member",
  holders: (role: string) => `Anyone with the role ${role}`,
  forWhat: "General",
  makeDefault: "Use as the default chain",
  makeDefaultHelp: "Used for requests that don’t choose a chain. Only one chain can be the default.",
  step: (place: number) => `Step ${place}`,
  who: "Approver",
  stepName: "Step name",
  stepNameHelp: "Optional. Example: “Head of department”.",
  addStep: "Add step",
  removeStep: (place: number) => `Remove step ${place}`,
  moveUp: (place: number) => `Move step ${place} up`,
  moveDown: (place: number) => `Move step ${place} down`,
  movedTo: (place: number, places: number) => `Moved to step ${place} of ${places}`,
  wrongSteps: (why: string) => `Check the steps: ${why}`,
  runningStay: "Pending requests keep their current steps.",
  save: "Save chain",
  saved: "Chain saved",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: "This can’t be undone. Decided requests keep their decisions.",
  deleted: (name: string) => `${name} deleted`,
  inUse: "This chain is in use",
  inUseDefault: "It is the default chain. Make another chain the default first.",
  inUsePending: (count: number) =>
    plural(count, {
      one: "# pending request uses it. Decide or withdraw it first.",
      other: "# pending requests use it. Decide or withdraw them first."
    }),
  openPending: "View pending requests"
}
