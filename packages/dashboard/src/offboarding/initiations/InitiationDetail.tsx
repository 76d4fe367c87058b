import type { InitiationDetails } from "@svc/contract/initiations/schema"
import { InitiationId } from "@svc/contract/kernel/ids"
import { isHrOrAdmin, Role } from "@svc/contract/kernel/permissions"
import { Option, Schema } from "effect"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useUser } from "#access/data.ts"
import { useNames } from "#connections/integrations/providers.ts"
import { Avatar } from "#design/Avatar.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button, IconButton, LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Facts, Row, Text, Split, Stack } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { initiations, offboarding } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page, PageSkeleton } from "#frame/Page.tsx"
import { Chain } from "./Chain.tsx"
import { initiationDetails } from "./data.ts"
import { ApproveDialog, DelegateDialog, RejectDialog, WithdrawDialog } from "./Decide.tsx"
import { EditInitiation } from "./EditInitiation.tsx"
import { State } from "./parts.tsx"
import { Proposed } from "./Proposed.tsx"

const isRole = Schema.is(Role)

type Doing = "approve" | "reject" | "delegate" | "edit" | "withdraw"

/** Actions on a request: the API says whether you decide the step; the requester can withdraw it. */
const Actions = ({ details, onDo }: { readonly details: InitiationDetails; readonly onDo: (doing: Doing) => void }) => {
  const words = useWords().initiations
  const { id: me, role } = useUser()
  const changes = details.initiated_by === me || (isRole(role) && isHrOrAdmin(role))
  const { delegates, yours } = details
  if (details.status !== "pending" || !(changes || yours)) return null
  return (
    <>
      {yours && (
        <>
          <Button variant="danger" icon="x" onClick={() => onDo("reject")}>
            {words.reject}
          </Button>
          <Button variant="primary" icon="check" onClick={() => onDo("approve")}>
            {words.approve}
          </Button>
        </>
      )}
      {(changes || delegates.length > 0) && (
        <>
          <IconButton icon="ellipsis" label={words.more} popover="initiation-more" />
          <Menu id="initiation-more" label={words.more}>
            {delegates.length > 0 && (
              <MenuItem icon="users" onClick={() => onDo("delegate")}>
                {words.delegate}
              </MenuItem>
            )}
            {changes && (
              <>
                <MenuItem icon="pencil" onClick={() => onDo("edit")}>
                  {words.edit}
                </MenuItem>
                <MenuItem icon="trash" danger onClick={() => onDo("withdraw")}>
                  {words.withdraw}
                </MenuItem>
              </>
            )}
          </Menu>
        </>
      )}
    </>
  )
}

const Doings = ({
  details,
  doing,
  onClose
}: {
  readonly details: InitiationDetails
  readonly doing: Doing | undefined
  readonly onClose: () => void
}) => {
  const { route } = useLocation()
  const props = { of: details, onClose }
  switch (doing) {
    case undefined:
      return null
    case "approve":
      return <ApproveDialog {...props} />
    case "reject":
      return <RejectDialog {...props} />
    case "delegate":
      return <DelegateDialog {...props} />
    case "edit":
      return <EditInitiation {...props} />
    case "withdraw":
      return <WithdrawDialog {...props} onGone={() => route(initiations(), true)} />
  }
}

const Outcome = ({ details }: { readonly details: InitiationDetails }) => {
  const words = useWords().initiations
  if (details.status === "rejected") {
    return (
      <Banner tone="watch" title={words.rejectedFor}>
        {details.rejection_reason}
      </Banner>
    )
  }
  if (details.offboarding_id === null) return null
  return (
    <Banner tone="good" title={words.begun}>
      <span>
        <LinkButton size="small" icon="arrow-right" href={offboarding({ id: details.offboarding_id })}>
          {words.openCase}
        </LinkButton>
      </span>
    </Banner>
  )
}

const Asked = ({ details }: { readonly details: InitiationDetails }) => {
  const { cases, initiations: words, newCase } = useWords()
  const nameOf = useNames()
  const { id: me } = useUser()
  const { day, moment } = useFormat()
  const by = details.initiated_by === me ? words.you : (details.initiated_by_name ?? words.gone)
  return (
    <Card title={words.asksFor}>
      <Facts
        facts={[
          [words.by, by],
          [words.asked, moment(details.created_at)],
          [newCase.email, details.employee_email ?? "–"],
          [cases.plainTexts.employee_role, details.employee_role || "–"],
          [cases.plainTexts.employee_department, details.employee_department || "–"],
          [words.lastDay, day(details.exit_date)],
          [newCase.reason, cases.separations[details.separation_type]],
          [newCase.cards.apps, details.apps_to_revoke.map(nameOf).join(", ") || newCase.noApps],
          ...(details.notes === null ? [] : [[words.notes, words.sealed] as const])
        ]}
      />
    </Card>
  )
}

const Shown = ({ details }: { readonly details: InitiationDetails }) => {
  const words = useWords().initiations
  const { day } = useFormat()
  const [doing, setDoing] = useState<Doing>()
  return (
    <Page
      title={details.employee_name}
      back={{ href: initiations(), name: words.title }}
      picture={<Avatar name={details.employee_name} size="large" />}
      about={
        <Row gap={2}>
          <State of={details} />
          <Text numbers>
            {words.lastDay}: {day(details.exit_date)}
          </Text>
        </Row>
      }
      actions={<Actions details={details} onDo={setDoing} />}
    >
      <Outcome details={details} />
      <Proposed details={details} />
      <Split>
        <Stack>
          <Chain details={details} />
        </Stack>
        <Asked details={details} />
      </Split>
      <Doings details={details} doing={doing} onClose={() => setDoing(undefined)} />
    </Page>
  )
}

const readId = Schema.decodeUnknownOption(InitiationId)

/** One request: its details, decisions, and next approver. */
export const InitiationDetail = ({ id: given }: { readonly id: string }) => {
  const { failures, initiations: words } = useWords()
  const missing = (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={initiations()}>{words.title}</LinkButton>
    </Placeholder>
  )
  const id = readId(given)
  if (Option.isNone(id)) return missing
  return (
    <Loaded
      of={initiationDetails(id.value)}
      skeleton={<PageSkeleton />}
      refusals={{ InitiationNotFound: () => missing }}
    >
      {(details) => <Shown details={details} />}
    </Loaded>
  )
}
