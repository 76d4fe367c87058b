import type { AssetCategory, AssetStatus } from "@svc/contract/assets/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const states: Readonly<Record<AssetStatus, string>> = { deployed: "With them", returned: "Returned", lost: "Lost" }

const kinds: Readonly<Record<AssetCategory, string>> = {
  laptop: "Laptop",
  monitor: "Monitor",
  phone: "Phone",
  badge: "Badge",
  peripheral: "Peripheral",
  other: "Other"
}

export const assets = {
  title: "Assets",
  about: "Equipment: where it is, who has it, and what has to come back.",
  states,
  kinds,
  conditions: { good: "good", worn: "worn", damaged: "damaged", broken: "broken" },
  late: "Late",
  onItsWay: "On its way",
  markReceived: "Mark as received",
  lateBeside: "past the return date",
  lostBeside: "until found again",
  noDeadline: (count: number) => (count === 0 ? "all with a return date" : `${count} without a return date`),
  ofAll: (total: number) => `of ${total} in all`,
  search: "Item, serial number or holder",
  state: "State",
  anyState: "Every state",
  kind: "Kind",
  anyKind: "Every kind",
  name: "Item",
  serial: "Serial number",
  model: "Model",
  condition: "Condition",
  holder: "Held by",
  findHolder: "Find somebody else by name",
  nobody: "Nobody",
  due: "Due back",
  dueHelp: "Still in time on that day.",
  tracking: "Tracking number",
  none: "No equipment yet",
  noneText: "Add what people take home, and it is asked back when they leave.",
  noneHere: "They have no equipment",
  noneHereText: "What is lent to this person appears here, and has to be back before the last stage.",
  notInDirectory: "This person is not in the directory. Add them under People, then equipment can be lent to them.",
  add: "Add equipment",
  edit: "Edit",
  editTitle: (name: string) => `Edit ${name}`,
  save: "Save",
  added: (name: string) => `${name} was added`,
  saved: (name: string) => `${name} was saved`,
  actions: "What can be done",
  actionsFor: (name: string) => `Actions for ${name}`,
  isBack: "It is back",
  returnTitle: (name: string) => `Is ${name} back?`,
  returnText: "It stays on this person's list as returned, and the tasks of their offboarding follow.",
  returned: (name: string) => `${name} is back`,
  markLost: "Mark as lost",
  isLost: (name: string) => `${name} is marked as lost`,
  found: "It was found",
  foundTitle: (name: string) => `Was ${name} found?`,
  foundText: "It then counts as returned.",
  remove: "Delete",
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText:
    "For what was entered by mistake: it leaves every list and cannot be brought back. The audit log keeps that it was there.",
  removed: (name: string) => `${name} was deleted`,
  choose: "Choose",
  chooseOne: (name: string, serial: string) => `Choose ${name}, ${serial}`,
  chooseAll: "Choose all that are out on this page",
  chooseNone: "Choose none",
  returnMany: (count: number) =>
    count === 0 ? "Mark as returned" : plural(count, { one: "Mark # as returned", other: "Mark # as returned" }),
  returnedMany: (count: number) => plural(count, { one: "# item is back", other: "# items are back" }),
  confirm: "Confirm the return",
  confirmText: "Confirm that everything is back: the last stage asks for it.",
  stillOut: (count: number) =>
    plural(count, { one: "# item is still out.", other: "# items are still out." }) +
    " The last stage also asks that all is returned or lost.",
  confirmed: "The return is confirmed",
  confirmedAt: (moment: string) => `The return was confirmed on ${moment}`
}
