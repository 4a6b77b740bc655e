export { inLanguage } from '@talad/proto/http/bilingual'
