import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { FilterSelect, SearchField, TextField } from "#design/Field.tsx"
import { Columns, Row } from "#design/layout.tsx"
import { LongFilterSelect } from "#design/LongFilterSelect.tsx"
import { useActionNames } from "./action-names.ts"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { actors } from "./entry-data.ts"

const noActors: ReadonlyArray<never> = []

const asDay = Schema.decodeUnknownOption(CalendarDate)

/** Removes a filter that was set on another page, such as on an entry. */
const Unset = ({ children, onClear }: { readonly children: string; readonly onClear: () => void }) => (
  <Button size="small" icon="x" onClick={onClear}>
    {children}
  </Button>
)

interface Narrowing {
  readonly search: AuditLogFilters
  readonly narrow: (changes: { readonly [Name in keyof AuditLogFilters]?: AuditLogFilters[Name] | undefined }) => void
}

const Actions = ({ narrow, search: { action } }: Narrowing) => {
  const { action: label, anyAction } = useWords().audit
  const names = useActionNames() ?? {}
  const known = Object.entries(names).toSorted(([, one], [, other]) => one.localeCompare(other))
  return (
    <FilterSelect
      label={label}
      none={anyAction}
      value={action}
      choices={action === undefined || action in names ? known : [[action, action], ...known]}
      onChoose={(chosen) => narrow({ action: chosen })}
    />
  )
}

const Actors = ({ narrow, search: { actorId } }: Narrowing) => {
  const words = useWords().audit
  const found = useQuery(actors)
  const known = AsyncResult.isSuccess(found) ? found.value : noActors
  if (actorId !== undefined && !known.some(([id]) => id === actorId)) {
    return <Unset onClear={() => narrow({ actorId: undefined })}>{words.onlyByOne}</Unset>
  }
  return (
    <LongFilterSelect
      label={words.who}
      find={words.findWho}
      none={words.anyWho}
      value={actorId}
      choices={known}
      onChoose={(chosen) => narrow({ actorId: chosen })}
    />
  )
}

/** Filters of the log, all kept in the URL. */
export const Filters = ({ clear, narrow, search }: Narrowing & { readonly clear: (() => void) | undefined }) => {
  const { audit: words, cases } = useWords()
  const { may } = useMay()
  const { actorId, from, offboardingId, orgEmployeeId, to } = search
  const [unfolded, unfold] = useState(from !== undefined || to !== undefined)
  return (
    <>
      <Row gap={2}>
        <SearchField label={words.search} value={search.search ?? ""} onSearch={(text) => narrow({ search: text })} />
        <Actions search={search} narrow={narrow} />
        {may("members_manage") ? (
          <Actors search={search} narrow={narrow} />
        ) : (
          actorId !== undefined && <Unset onClear={() => narrow({ actorId: undefined })}>{words.onlyByOne}</Unset>
        )}
        <Button variant="tertiary" icon="filter" onClick={() => unfold(!unfolded)}>
          {unfolded ? cases.fewerFilters : cases.moreFilters}
        </Button>
        {offboardingId !== undefined && (
          <Unset onClear={() => narrow({ offboardingId: undefined })}>{words.onlyCase}</Unset>
        )}
        {orgEmployeeId !== undefined && (
          <Unset onClear={() => narrow({ orgEmployeeId: undefined })}>{words.onlyPerson}</Unset>
        )}
        {clear !== undefined && (
          <Button variant="tertiary" icon="x" onClick={clear}>
            {cases.clear}
          </Button>
        )}
      </Row>
      {unfolded && (
        <Columns>
          <TextField
            label={words.from}
            help={words.daysHelp}
            type="date"
            value={from ?? ""}
            onInput={(day) => narrow({ from: Option.getOrUndefined(asDay(day)) })}
          />
          <TextField
            label={words.to}
            type="date"
            value={to ?? ""}
            onInput={(day) => narrow({ to: Option.getOrUndefined(asDay(day)) })}
          />
        </Columns>
      )}
    </>
  )
}
