import type { Leaver } from "./connector.ts"

/** The reply of a mailbox whose owner has left: it gives no reason, and a name to turn to where there is one. */
export const outOfOffice = ({ managerEmail, name }: Pick<Leaver, "name" | "managerEmail">) => ({
  subject: `${name} is no longer available at this email address`,
  text: `Thank you for your message. ${name} is no longer available at this email address. ${managerEmail === null ? "Please turn to your other contacts here." : `Please write to ${managerEmail} instead.`}`
})

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** The same for a mailbox that takes HTML. */
export const asHtml = (text: string) => `<p>${text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)}</p>`
