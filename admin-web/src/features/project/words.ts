import type { Role } from '@talad/proto/http/campaign/abilities'
import type { TextKey } from '../../i18n/index.ts'

/** What each role is called, and what it lets somebody do (CA-1). */
export const roleTexts = {
  owner: { name: 'role.owner', may: 'role.ownerMay' },
  admin: { name: 'role.admin', may: 'role.adminMay' },
  editor: { name: 'role.editor', may: 'role.editorMay' },
  minter: { name: 'role.minter', may: 'role.minterMay' },
  viewer: { name: 'role.viewer', may: 'role.viewerMay' },
} as const satisfies Record<Role, { name: TextKey; may: TextKey }>
