import type { Permission } from '@talad/proto/http/permissions'
import type { PermissionEvent } from './events.ts'

/** What a customer may do. */
export type Held = { superAdmin: boolean; permissions: Permission[] }

/** A customer as moderation knows them as an admin. */
export type Admin = Held & {
  /** changes so far; 0: never was an admin */
  version: number
  changedBy: string | undefined
  changedAt: Date | undefined
  note: string | undefined
}

export const nobody: Admin = {
  superAdmin: false,
  permissions: [],
  version: 0,
  changedBy: undefined,
  changedAt: undefined,
  note: undefined,
}

export function evolve({ version }: Admin, { data }: PermissionEvent): Admin {
  const { superAdmin, permissions, by, note, at } = data
  return { superAdmin, permissions, version: version + 1, changedBy: by, changedAt: at, note }
}
