import { EmailAddress } from "@svc/contract/kernel/text"
import { Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { useWords } from "#languages/words.ts"
import { offboarding } from "#platform/pages.ts"
import { openCaseOf } from "#records/data.ts"
import { useAtomValue } from "#state/registry.ts"

const isAddress = Schema.is(EmailAddress)

/** The open offboarding of the person with this email; null when there is none or it is not known. */
export const useOpenCase = (email: string) => {
  const { may } = useMay()
  const result = useAtomValue(openCaseOf(isAddress(email) && may("offboardings_view") ? email : ""))
  return AsyncResult.isSuccess(result) ? result.value : null
}

/** One open offboarding per person: warns before the rest of the form is filled in, and links to it. */
export const OpenCase = ({ email }: { readonly email: string }) => {
  const words = useWords().newCase
  const open = useOpenCase(email)
  if (open === null) return null
  return (
    <Banner tone="watch" title={words.alreadyOpen(open.employee_name)}>
      <span>
        <LinkButton size="small" href={offboarding({ id: open.id })}>
          {words.openIt}
        </LinkButton>
      </span>
    </Banner>
  )
}
