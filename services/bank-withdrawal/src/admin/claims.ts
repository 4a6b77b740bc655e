import { claimsOf } from '@talad/shared/claims'

export const claims = claimsOf({ table: 'claim', id: 'request_id' })
