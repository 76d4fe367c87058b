import type { AssetCategory, AssetStatus } from "@svc/contract/assets/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const states: Readonly<Record<AssetStatus, string>> = { deployed: "With employee", returned: "Returned", lost: "Lost" }

const kinds: Readonly<Record<AssetCategory, string>> = {
  laptop: "Laptop",
  monitor: "Monitor",
  phone: "Phone",
  badge: "Badge",
  peripheral: "Peripheral",
  other: "Other"
}

export const assets = {
  title: "Equipment",
  about: "All equipment: who has it, and what must be returned.",
  states,
  kinds,
  conditions: { good: "Good", worn: "Worn", damaged: "Damaged", broken: "Broken" },
  late: "Overdue",
  onItsWay: "On its way",
  markReceived: "Mark as received",
  lateBeside: "past the return date",
  lostBeside: "until found",
  noDeadline: (count: number) => (count === 0 ? "all with a return date" : `${count} without a return date`),
  ofAll: (total: number) => `of ${total} total`,
  search: "Item, serial number, or holder",
  state: "Status",
  anyState: "All statuses",
  kind: "Type",
  anyKind: "All types",
  name: "Item",
  serial: "Serial number",
  model: "Model",
  condition: "Condition",
  holder: "Held by",
  findHolder: "Find another person by name",
  nobody: "No one",
  due: "Due back",
  dueHelp: "Overdue from the next day.",
  tracking: "Tracking number",
  none: "No equipment yet",
  noneText: "Add the equipment that people use. Offboardings track its return.",
  noneHere: "No equipment assigned",
  noneHereText: "Equipment assigned to this person appears here and must be returned before completion.",
  notInDirectory: "This person isn’t in the directory. To assign equipment, add them under People.",
  add: "Add equipment",
  edit: "Edit",
  editTitle: (name: string) => `Edit ${name}`,
  save: "Save",
  added: (name: string) => `${name} added`,
  saved: (name: string) => `${name} saved`,
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  isBack: "Mark as returned",
  returnTitle: (name: string) => `Mark ${name} as returned?`,
  returnText: "The item stays on this person’s list, and tasks that depend on it are updated.",
  returned: (name: string) => `${name} returned`,
  markLost: "Mark as lost",
  isLost: (name: string) => `${name} marked as lost`,
  found: "Mark as found",
  foundTitle: (name: string) => `Mark ${name} as found?`,
  foundText: "The item then counts as returned.",
  remove: "Delete",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: "Use this for items added by mistake. This can’t be undone. The audit log keeps an entry.",
  removed: (name: string) => `${name} deleted`,
  choose: "Select",
  chooseOne: (name: string, serial: string) => `Select ${name}, ${serial}`,
  chooseAll: "Select all outstanding items on this page",
  chooseNone: "Clear selection",
  returnMany: (count: number) =>
    count === 0
      ? "Mark selected as returned"
      : plural(count, { one: "Mark # as returned", other: "Mark # as returned" }),
  returnedMany: (count: number) => plural(count, { one: "# item returned", other: "# items returned" }),
  confirm: "Confirm return",
  confirmText: "Confirm that all equipment is returned. Completion requires it.",
  stillOut: (count: number) =>
    plural(count, { one: "# item isn’t returned yet.", other: "# items aren’t returned yet." }) +
    " To complete, mark all items as returned or lost, too.",
  confirmed: "Return confirmed",
  confirmedAt: (moment: string) => `Return confirmed on ${moment}`
}
