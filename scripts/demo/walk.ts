import { heading, say } from "./printer.ts"

/** What somebody does in five minutes in a browser: from an open case to a revocation that was read back. */
export const walk = (baseUrl: string, { email, password }: { readonly email: string; readonly password: string }) => {
  heading("Five minutes in the browser")
  for (const [index, line] of [
    `Open ${baseUrl}/ and sign in as ${email} with ${password}. Home says who leaves next.`,
    "Offboardings, then Jonas Berg: he leaves in two days, and what is left is listed on the case's first tab.",
    "Press “Move to Asset recovery”: the page says why not yet, and leads to where it is done.",
    "Tab Access, “Revoke access now”: the calls to come are shown before any is made. Revoke: the app is read back.",
    `Let the vendor fail first (“vendor” above), and the same press shows the failure and offers to try again.`,
    "Press “Move to Asset recovery” once more, tick a task and undo it; Timeline tells it all, “Evidence” packs it for an auditor.",
    "In another window sign in as hr@larkspur.example and open the same case: what one does appears in the other.",
    "Initiations: Miguel Santos asked for Omar Haddad's offboarding. Approve it, and it becomes a case."
  ].entries()) {
    say(`  ${index + 1}. ${line}`)
  }
}
