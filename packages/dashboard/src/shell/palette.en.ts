/** Words of the palette. */
export const palette = {
  groups: {
    visited: "Last visited",
    commands: "Commands",
    offboardings: "Offboardings",
    people: "People",
    equipment: "Equipment",
    documents: "Documents",
    places: "Places",
    help: "Help"
  },
  newOffboarding: "New offboarding",
  request: "Request an offboarding",
  importCases: "Import offboardings",
  connect: "Connect an app",
  invite: "Invite a member",
  retry: (name: string) => `Retry failed removal: ${name}`,
  settings: "Go to settings",
  themes: { light: "Use the light theme", dark: "Use the dark theme", system: "Use the theme of the system" },
  allResults: (count: string) => `All ${count} results`,
  lastDay: (day: string) => `last day ${day}`,
  failed: (count: string) => `${count} failed`,
  heldBy: (name: string) => `with ${name}`,
  shortcuts: {
    title: "Keyboard shortcuts",
    off: "Single letters act only when no field has the focus. You can turn them off in My account.",
    done: "Done",
    search: "Search or run a command",
    list: "This list",
    rows: "Next or previous row",
    choose: "Select the row",
    open: "Open the row",
    clear: "Clear the selection",
    tabs: "Tabs of an offboarding"
  },
  keys: { choose: "choose", open: "open", newTab: "new tab" }
}
