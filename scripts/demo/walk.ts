import { heading, say } from "./printer.ts"

/** A five-minute tour in the browser, from an open offboarding to a verified revocation. */
export const walk = (baseUrl: string, { email, password }: { readonly email: string; readonly password: string }) => {
  heading("Five minutes in the browser")
  for (const [index, line] of [
    `Open ${baseUrl}/ and sign in as ${email} with ${password}. Home lists the upcoming departures.`,
    "Open Offboardings, then Jonas Berg, who leaves in two days. The Overview tab lists the remaining steps.",
    "Select “Move to Equipment return”: the page lists what is still missing, with links.",
    "On the Access tab, select “Revoke access now” and check the planned calls. Revoke: the service verifies the result.",
    `Let the vendor fail first (“vendor” above), and the same action shows the failure and a retry.`,
    "Move to Equipment return again, complete a task and undo it. The Activity tab shows it all; download the evidence.",
    "In another window, sign in as hr@larkspur.example and open the same offboarding: changes appear in both windows.",
    "Open Requests: Miguel Santos requested Omar Haddad's offboarding. Approve the request to create the offboarding."
  ].entries()) {
    say(`  ${index + 1}. ${line}`)
  }
}
