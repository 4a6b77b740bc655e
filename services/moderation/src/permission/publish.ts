import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { PermissionsChangedSchema } from '@talad/proto/moderation/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { PERMISSION_TOPIC } from '@talad/shared/manifest'
import type { Published } from '@talad/shared/stream'
import type { PermissionEvent } from './events.ts'

export function publish({ id, version, event }: Published<PermissionEvent, unknown>): Outgoing[] {
  const { superAdmin, permissions, by, at } = event.data
  return [
    outgoing(PERMISSION_TOPIC, id, PermissionsChangedSchema, {
      customerId: id,
      superAdmin,
      permissions,
      revision: version,
      changedBy: by,
      at: timestampFromDate(at),
    }),
  ]
}
