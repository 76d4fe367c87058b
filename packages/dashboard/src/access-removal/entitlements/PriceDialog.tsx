import { LicencePrice } from "@svc/contract/entitlements/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { Schema } from "effect"
import { useMemo } from "preact/hooks"
import { Button, Submit } from "#design/Button.tsx"
import { Dialog } from "#design/Dialog.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { useRevocable } from "#connections/integrations/connected.ts"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { setLicencePrices } from "./data.ts"
import { amountOf, isSameLicence, type LicenceRow, withPrice } from "./state.ts"

const { currency, licence, service } = LicencePrice.fields

/** Form values, as typed. */
const Typed = Schema.Struct({
  service,
  licence,
  seat_price: Schema.String.check(
    Schema.makeFilter((text) => (amountOf(text) === null ? "must be an amount with at most two decimals" : undefined))
  ),
  currency,
  billed_until: Schema.optionalKey(CalendarDate)
})

/** ISO 4217 codes with localized names; always includes `known`. */
const useCurrencies = (known: string) => {
  const { entitlements: words, language } = useWords()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: "currency" })
    const codes = [...new Set([...Intl.supportedValuesOf("currency"), ...(known === "" ? [] : [known])])].toSorted()
    return [["", words.choose] as const, ...codes.map((code) => [code, `${code} – ${names.of(code) ?? code}`] as const)]
  }, [known, language, words])
}

/** Price of a seat: of a known license, which can also be removed, or of a new one. */
export const PriceDialog = ({
  of,
  onClose,
  prices,
  services
}: {
  readonly of: LicenceRow | null
  readonly prices: ReadonlyArray<LicencePrice>
  /** Apps with reclaimed licenses. */
  readonly services: ReadonlyArray<string>
  readonly onClose: () => void
}) => {
  const { common, entitlements: words } = useWords()
  const connected = useRevocable() ?? []
  const before = of?.price ?? null
  const usual = before?.currency ?? prices[0]?.currency ?? ""
  const currencies = useCurrencies(usual)
  const form = useForm(Typed, {
    service: of?.service ?? "",
    licence: of?.licence ?? "",
    seat_price: before === null ? "" : String(before.seat_price),
    currency: usual,
    billed_until: before?.billed_until ?? ""
  })
  const saving = useDialogAction(
    setLicencePrices,
    (_all, sent) => (sent.prices.length < prices.length ? words.priceRemoved : words.priceSaved),
    onClose
  )
  const save = () =>
    form.submit(({ billed_until = null, seat_price, ...price }) => {
      const amount = amountOf(seat_price)
      if (amount === null) return
      if (of === null && prices.some((one) => isSameLicence(one, price))) return form.blame("licence", words.priceThere)
      saving.start({ prices: withPrice(prices, before, { ...price, billed_until, seat_price: amount }) })
    })
  return (
    <Dialog
      wide
      title={of === null ? words.addPrice : words.priceOf(of.label)}
      why={words.priceText}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          {before !== null && (
            <Button
              variant="danger"
              busy={saving.busy}
              onClick={() => saving.start({ prices: withPrice(prices, before, null) })}
            >
              {words.removePrice}
            </Button>
          )}
          <Button onClick={onClose}>{common.cancel}</Button>
          <Submit busy={saving.busy}>{of === null ? words.addPrice : words.savePrice}</Submit>
        </>
      }
    >
      <Refusal of={saving.result} />
      <Columns>
        {of === null && (
          <>
            <TextField
              label={words.service}
              help={words.serviceHelp}
              autoComplete="off"
              suggestions={[...new Set([...services, ...connected])]}
              {...form.field("service")}
            />
            <TextField label={words.licenceId} autoComplete="off" code {...form.field("licence")} />
          </>
        )}
        <TextField label={words.price} inputMode="decimal" autoComplete="off" {...form.field("seat_price")} />
        <SelectField label={words.currency} choices={currencies} {...form.field("currency")} />
        <TextField type="date" label={words.until} help={words.untilHelp} {...form.field("billed_until")} />
      </Columns>
    </Dialog>
  )
}
