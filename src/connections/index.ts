import { Layer } from "effect"
import * as Vendors from "./vendors/index.ts"
import * as Integrations from "./integrations/index.ts"

/** The customer's apps, and how they are spoken to. Lowest last. */
export const services = Integrations.services.pipe(Layer.provideMerge(Vendors.services))
export const http = Integrations.http
