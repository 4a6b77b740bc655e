/** LINE's channels, its users, and the tokens that it gives out about them. */
import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { People, Person } from '../join/people.ts'
import type { LineChannel } from '../options.ts'

const ISSUER = 'https://access.line.me'
const ID_TOKEN_S = 3600
const ACCESS_TOKEN_S = 30 * 24 * 3600

/** How the next tokens are wrong; an absent field is as it should be. */
export const wrongSchema = z.strictObject({
  iss: z.string().optional(),
  aud: z.string().optional(),
  nonce: z.string().optional(),
  sub: z.string().optional(),
  /** LINE's clock is so much ahead of ours */
  clockS: z.number().int().optional(),
  /** signed by a key or a secret of somebody else */
  foreignKey: z.boolean().optional(),
  alg: z.enum(['HS256', 'ES256']).optional(),
  /** how the person signed in there; `lineautologin` and `linesso`: they did nothing */
  amr: z.array(z.string()).optional(),
  /** an access token is told to be of this channel */
  clientId: z.string().optional(),
  expiresIn: z.number().int().optional(),
})
export type Wrong = z.infer<typeof wrongSchema>

export type Code = {
  channel: LineChannel
  userId: string
  nonce: string
  challenge: string
  redirectUri: string
  /** an age was asked for: its token says when the person has signed in */
  isDated: boolean
}

export type LineBooks = ReturnType<typeof openLine>

export function openLine({ now }: Context, people: People, channels: readonly LineChannel[]) {
  const pair = generateKeyPair('ES256')
  const foreign = generateKeyPair('ES256')
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, { channel: LineChannel; person: Person }>()
  const pushed: { retryKey: string | undefined; to: string; text: string }[] = []
  let wrong: Wrong = {}

  /** LINE user ids are a person's own at each provider (ID-23). */
  const lineIdOf = ({ providerId }: LineChannel, { id }: Person) =>
    `U${createHash('md5').update(`${providerId} ${id}`).digest('hex')}`

  async function idToken(
    channel: LineChannel,
    person: Person,
    about: { nonce?: string; isDated?: boolean; alg: 'HS256' | 'ES256' },
  ) {
    const alg = wrong.alg ?? about.alg
    const key =
      alg === 'HS256'
        ? new TextEncoder().encode(wrong.foreignKey ? 'of somebody else' : channel.channelSecret)
        : (await (wrong.foreignKey ? foreign : pair)).privateKey
    const at = Math.floor(now().getTime() / 1000) + (wrong.clockS ?? 0)
    const nonce = wrong.nonce ?? about.nonce
    return new SignJWT({
      name: person.nameTH,
      amr: wrong.amr ?? ['pwd'],
      ...(about.isDated && { auth_time: at }),
      ...(nonce && { nonce }),
    })
      .setProtectedHeader({ alg, typ: 'JWT', ...(alg === 'ES256' && { kid: 'line' }) })
      .setIssuer(wrong.iss ?? ISSUER)
      .setAudience(wrong.aud ?? channel.channelId)
      .setSubject(wrong.sub ?? lineIdOf(channel, person))
      .setIssuedAt(at)
      .setExpirationTime(at + ID_TOKEN_S)
      .sign(key)
  }

  function accessToken(channel: LineChannel, person: Person): string {
    const token = randomBytes(24).toString('base64url')
    accessTokens.set(token, { channel, person })
    return token
  }

  return {
    channel: (id: string) => channels.find(({ channelId }) => channelId === id),
    misbehave(how: Wrong) {
      wrong = how
    },
    certs: async () => ({
      keys: [{ ...(await exportJWK((await pair).publicKey)), kid: 'line', alg: 'ES256', use: 'sig' }],
    }),
    newCode(about: Code): string {
      people.demand(about.userId)
      const code = randomBytes(16).toString('base64url')
      codes.set(code, about)
      return code
    },
    /** A code counts once, for who can open its challenge. */
    async exchange(asked: { code: string; client_id: string; redirect_uri: string; code_verifier: string }) {
      const code = codes.get(asked.code)
      codes.delete(asked.code)
      const challenge = createHash('sha256').update(asked.code_verifier).digest('base64url')
      const isTheirs = code?.channel.channelId === asked.client_id && code.redirectUri === asked.redirect_uri
      if (!code || !isTheirs || code.challenge !== challenge) return undefined
      const { channel, nonce, isDated } = code
      const person = people.demand(code.userId)
      return {
        access_token: accessToken(channel, person),
        expires_in: ACCESS_TOKEN_S,
        id_token: await idToken(channel, person, { nonce, isDated, alg: 'HS256' }),
        refresh_token: randomBytes(12).toString('base64url'),
        scope: 'openid profile',
        token_type: 'Bearer',
      }
    },
    verify(token: string) {
      const found = accessTokens.get(token)
      return (
        found && {
          scope: 'openid profile',
          client_id: wrong.clientId ?? found.channel.channelId,
          expires_in: wrong.expiresIn ?? ACCESS_TOKEN_S,
        }
      )
    },
    profile(token: string) {
      const found = accessTokens.get(token)
      return (
        found && {
          userId: wrong.sub ?? lineIdOf(found.channel, found.person),
          displayName: found.person.nameTH,
        }
      )
    },
    /** Messaging API: a key that came before sends nothing. @returns the status of the answer */
    push(token: string, retryKey: string | undefined, message: { to: string; text: string }) {
      if (!channels.some(({ messagingToken }) => messagingToken === token)) return 401
      if (retryKey !== undefined && pushed.some((one) => one.retryKey === retryKey)) return 409
      pushed.push({ retryKey, ...message })
      return 200
    },
    pushed: () => pushed,
    /** What LIFF gives to its page. */
    liff: async (channel: LineChannel, userId: string) => {
      const person = people.demand(userId)
      return {
        accessToken: accessToken(channel, person),
        idToken: await idToken(channel, person, { alg: 'ES256' }),
      }
    },
  }
}
