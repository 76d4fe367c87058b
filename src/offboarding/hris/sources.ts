import { HrisProvider } from "@svc/contract/hris/schema"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { bamboohr } from "./bamboohr.ts"
import { entra } from "./entra.ts"
import { hibob } from "./hibob.ts"
import { merge } from "./merge.ts"
import { personio } from "./personio.ts"
import type { Source } from "./source.ts"

const makers = { bamboohr, hibob, personio, merge }

const isProvider = Schema.is(HrisProvider)

/** The systems of record that this release reads, over the addresses that hold for the process. */
export class Sources extends Context.Service<
  Sources,
  {
    readonly provider: (provider: HrisProvider) => Source
    /** Behind a connection's protocol; none for one that this release does not know. */
    readonly find: (protocol: string) => Option.Option<Source>
  }
>()("svc/hris/Sources") {
  static readonly layer = Layer.effect(
    Sources,
    Effect.map(VendorAddresses, (addresses) => {
      const provider = (name: HrisProvider) => makers[name](addresses)
      const directory = entra(addresses)
      return Sources.of({
        provider,
        find: (protocol) =>
          protocol === "azure-ad"
            ? Option.some(directory)
            : Option.map(Option.liftPredicate(isProvider)(protocol), provider)
      })
    })
  )
}
