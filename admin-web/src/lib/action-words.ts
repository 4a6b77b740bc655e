import { type AuditAction, auditActions } from '@talad/proto/http/audit-actions'
import type { Language } from '@talad/ui/i18n/language'

const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)

/** GW-27: what was done, in words; what a later version has written down keeps its name. */
export const actionWords = (action: string, language: Language): string =>
  isKnown(action) ? auditActions[action][language] : action
