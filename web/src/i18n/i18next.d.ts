import 'i18next'
import type { Catalogue } from './th.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false
    nsSeparator: false
    resources: { translation: Catalogue }
  }
}
