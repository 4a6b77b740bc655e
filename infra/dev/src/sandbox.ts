import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ipfsContent } from '@talad/demo/ipfs'
import { people } from '@talad/demo/people'
import { staff } from '@talad/demo/staff'
import { type Sandbox, startSandbox } from '@talad/sandbox/server'
import type { Secrets } from './secrets.ts'
import { MERCHANT_CODE } from './services.ts'

const CALLBACKS = '/api/callback/v1/payment/chillpay'

/** Starts the stand-ins of the outside providers with the demonstration people and pictures. */
export async function startProviders(options: {
  port: number
  folder: string
  rpcUrl: string
  gateway: string
  secrets: Secrets
  log: (line: string) => void
}): Promise<Sandbox> {
  const { port, rpcUrl, gateway, secrets, log } = options
  const dataDir = join(options.folder, 'sandbox')
  await mkdir(dataDir, { recursive: true })
  return startSandbox({
    port,
    host: '127.0.0.1',
    dataDir,
    rpcUrl,
    log,
    ipfs: ipfsContent,
    merchant: {
      merchantCode: MERCHANT_CODE,
      apiKey: secrets.cardApiKey,
      md5Secret: secrets.cardMd5Secret,
      callbackUrl: `${gateway}${CALLBACKS}/callback`,
      resultUrl: `${gateway}${CALLBACKS}/redirect`,
    },
    join: { apiKey: secrets.joinApiKey },
    membership: {
      clientId: 'talad',
      clientSecret: 'sandbox-membership-secret',
      redirectUris: [gateway, gateway.replace('127.0.0.1', 'localhost')].map(
        (origin) => `${origin}/identity/oauth/callback/club`,
      ),
    },
    payout: { secretKey: secrets.payoutSecretKey },
    joinUsers: [...people, ...staff].map(({ joinId, name, phone, email, level, privateKey }) => ({
      id: joinId,
      nameTH: name.th,
      nameEN: name.en,
      phone: phone.replace(/^0/, '+66'),
      email,
      level,
      privateKey,
    })),
  })
}
