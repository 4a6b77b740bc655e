import { z } from 'zod'

/** The claims of ID-2 that the page reads; the services verify the token, the page only plans by it. */
const claims = z.object({
  sub: z.string(),
  iat: z.number(),
  exp: z.number(),
  jid: z.string().optional(),
  jxp: z.number().optional(),
  jyc: z.number().default(0),
  auth_time: z.number().optional(),
})
export type AccessClaims = z.infer<typeof claims>

/** Reads the payload of a token; undefined when it isn't one of ours. */
export function readAccessToken(token: string): AccessClaims | undefined {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    )
    return claims.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}
