import { type Context, Effect, Layer } from "effect"

/** The layer of a service from the steps that make it: `Layer.effect` over `Effect.gen`. */
export const layerOf = <Id, Shape, Step extends Effect.Effect<unknown, unknown, unknown>>(
  service: Context.Key<Id, Shape>,
  make: () => Generator<Step, NoInfer<Shape>, never>
) => Layer.effect(service, Effect.gen(make))
