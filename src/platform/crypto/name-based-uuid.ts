import { v5 } from "uuid"

/**
 * The version 5 UUID (RFC 9562, 5.5) of a name in a namespace, which is itself a UUID: the same two always make the
 * same one.
 */
export const nameBasedUuid = (namespace: string, name: string): string => v5(name, namespace)
