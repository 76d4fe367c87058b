export const places = {
  find: "Find by name or code, such as US-FL",
  none: "None",
  organization: "Organization default",
  /** The regions that have legal documents of their own. */
  regions: { "US-CA": "California", "US-NY": "New York", "US-TX": "Texas" }
}
