import { Layer } from "effect"
import * as Vendors from "#connections/vendors/index"
import * as Integrations from "#connections/integrations/index"

/** The customer's apps, and how they are spoken to. Lowest last. */
export const services = Integrations.services.pipe(Layer.provideMerge(Vendors.services))
export const http = Integrations.http
