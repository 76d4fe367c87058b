import type { FunctionComponent } from "preact"
import * as pages from "#platform/pages.ts"
import { AcceptInvite } from "./AcceptInvite.tsx"
import { ForgotPassword } from "./ForgotPassword.tsx"
import { Register } from "./Register.tsx"
import { ResetPassword } from "./ResetPassword.tsx"
import { SignIn } from "./SignIn.tsx"
import { VerifyEmail } from "./VerifyEmail.tsx"

const screens = new Map<string, FunctionComponent>([
  [pages.forgotPassword.path, ForgotPassword],
  [pages.resetPassword.path, ResetPassword],
  [pages.register.path, Register],
  [pages.verifyEmail.path, VerifyEmail],
  [pages.acceptInvite.path, AcceptInvite]
])

/** Signed-out pages; any other path shows the sign-in. */
export const Entries = ({ path }: { readonly path: string }) => {
  const Screen = screens.get(path) ?? SignIn
  return <Screen />
}
