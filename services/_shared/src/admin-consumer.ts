import { PermissionsChangedSchema } from '@talad/proto/moderation/v1/events'
import { saveGrant } from './admin-grants.ts'
import { type Consumer, consumer } from './consumer.ts'
import { PERMISSION_TOPIC } from './manifest.ts'

/** The consumer that keeps, in every service that admins call, what they may do. */
export function grantsKept<Deps>(service: string): Consumer<Deps> {
  return consumer<typeof PermissionsChangedSchema, Deps>({
    topic: PERMISSION_TOPIC,
    group: `${service}.permission`,
    event: PermissionsChangedSchema,
    each: (event, { tx }) => saveGrant(tx, event),
  })
}
