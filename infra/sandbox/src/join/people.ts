/** The people of the Join stand-in and what the control interface changed about them. */
import { computeAddress } from 'ethers'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { openTable } from '../journal.ts'
import { type JoinUser, joinUserSchema, type KycLevel, kycLevels } from '../options.ts'
import { notFound } from '../refusal.ts'

const changeSchema = z.object({
  id: z.string(),
  level: z.enum(kycLevels).optional(),
  autoApprove: z.boolean().optional(),
})

export type Person = JoinUser & { walletAddress: string; autoApprove: boolean }

export type People = ReturnType<typeof openPeople>

export function openPeople({ journal }: Context, users: readonly JoinUser[]) {
  const changes = openTable(journal, 'person', changeSchema)
  const added = openTable(journal, 'added-person', joinUserSchema)
  const withWallet = (user: JoinUser) => ({ ...user, walletAddress: computeAddress(user.privateKey) })
  const known = new Map([...added.all(), ...users].map((user) => [user.id, withWallet(user)]))

  function get(id: string): Person | undefined {
    const user = known.get(id)
    if (!user) return undefined
    const change = changes.get(id)
    return { ...user, level: change?.level ?? user.level, autoApprove: change?.autoApprove ?? false }
  }

  const all = () => [...known.keys()].flatMap((id) => get(id) ?? [])

  return {
    get,
    all,
    byPhone: (phone: string) => all().find((person) => person.phone === phone),
    /** @throws 404 for an unknown id */
    demand(id: string): Person {
      const person = get(id)
      if (!person) throw notFound('user')
      return person
    },
    /** Adds people, or writes them anew; kept over a restart, at which those of the options win. */
    add(more: readonly JoinUser[]) {
      for (const user of more) {
        added.put(user)
        known.set(user.id, withWallet(user))
      }
    },
    /** Changes a person's KYC level or how their requests are answered; kept over a restart. */
    change(id: string, change: { level?: KycLevel | undefined; autoApprove?: boolean | undefined }) {
      const before = changes.get(id)
      changes.put({
        id,
        level: change.level ?? before?.level,
        autoApprove: change.autoApprove ?? before?.autoApprove,
      })
    },
  }
}

/** What the merchant side may know of a person (ID-43 reads id, names, phone and level). */
export const profile = ({ id, nameTH, nameEN, phone, email, level, walletAddress }: Person) => ({
  id,
  nameTH,
  nameEN,
  phone,
  email,
  extra: { level },
  walletAddress,
})
