import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const approvalChains = {
  about: "Who has to agree, one after the other, before an offboarding begins.",
  none: "No approval chains yet",
  noneText: "Without one HR or an admin decides alone. Make a chain where several have to agree.",
  name: "Name",
  nameHelp: "What whoever asks for an offboarding chooses it by.",
  steps: "Steps",
  isDefault: "default",
  changed: "Changed",
  somebody: "somebody",
  holders: (role: string) => `Whoever is ${role}`,
  forWhat: "When it is used",
  makeDefault: "Requests that name no chain run on this one",
  makeDefaultHelp: "There is one such chain; making this one it takes it from another.",
  step: (place: number) => `Step ${place}`,
  who: "Who decides",
  stepName: "What the step is called",
  stepNameHelp: "For example “Head of department”; may stay empty.",
  addStep: "Add a step",
  removeStep: (place: number) => `Remove step ${place}`,
  moveUp: (place: number) => `Move step ${place} up`,
  moveDown: (place: number) => `Move step ${place} down`,
  movedTo: (place: number, places: number) => `Now step ${place} of ${places}`,
  wrongSteps: (why: string) => `The steps do not fit: ${why}`,
  runningStay: "Requests that run on it already go on with the steps that they began with.",
  save: "Save the chain",
  saved: "The chain is saved",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: "The chain goes for good. Requests that were decided on it keep what was decided.",
  deleted: (name: string) => `${name} was deleted`,
  inUse: "This chain is still used",
  inUseDefault: "Requests that name no chain run on it: make another one the default first.",
  inUsePending: (count: number) =>
    plural(count, {
      one: "# request waits on it: decide it or withdraw it first.",
      other: "# requests wait on it: decide them or withdraw them first."
    }),
  openPending: "Open what waits"
}
