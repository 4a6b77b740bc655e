import { createHash } from 'node:crypto'
import type { Run } from '@talad/dev/run-file'
import { control, type Person } from '@talad/dev/seed/site'
import { computeAddress } from 'ethers'

export type Account = Pick<Person, 'joinId' | 'address' | 'privateKey'>

const digest = (name: string) => createHash('sha256').update(`talad people ${name}`).digest()

/** Who has this name at Join: keys follow from it, so that a repeated run has the same people. Worthless elsewhere. */
function accountOf(joinId: string): Account {
  const privateKey = `0x${digest(joinId).toString('hex')}`
  return { joinId, address: computeAddress(privateKey).toLowerCase(), privateKey }
}

/** Makes people at the (sandbox) Join service. @param names their Join ids */
export async function register(
  run: Pick<Run, 'sandbox'>,
  names: readonly string[],
  level: 'SILVER' | 'GOLD',
): Promise<Account[]> {
  const accounts = names.map(accountOf)
  const users = accounts.map(({ joinId: id, privateKey }) => {
    const phone = `+669${String(digest(id).readUIntBE(0, 6) % 1e9).padStart(9, '0')}`
    const person = { nameTH: 'กานดา ใจเย็น', nameEN: 'Kanda Jaiyen', email: `${id}@example.com` }
    return { id, ...person, phone, level, privateKey }
  })
  await control(run, 'POST', 'join/users', { users })
  return accounts
}

/** The account that a token is of. */
export const accountIdOf = ({ token }: Pick<Person, 'token'>): string => {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return String(Object(claims).sub)
}
