import { requireVersion as require } from '@talad/shared/version'

type Found = { revision: number; changedBy: string | undefined; updatedAt: Date }

/** AW-4: nobody decides on what somebody else has changed meanwhile. @throws Rejection VERSION_CONFLICT */
export const requireVersion = ({ revision, changedBy, updatedAt }: Found, read: number): void =>
  require({ version: revision, changedBy: changedBy ?? null, changedAt: updatedAt }, read)
