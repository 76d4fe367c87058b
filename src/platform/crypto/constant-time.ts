import { hash, timingSafeEqual } from "node:crypto"

const digest = (text: string) => hash("sha256", text, "buffer")

/** Whether both texts are equal, in a time that tells nothing about where they differ or how long the secret is. */
export const constantTimeEquals = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
