/** Who runs the site: on receipts, at the foot of legal texts. To be replaced by whoever opens it for real money. */
export const company = {
  name: { th: 'บริษัท ตลาดของสะสม จำกัด', en: 'Talad Collectibles Co., Ltd.' },
  address: {
    th: '99 ถนนพระราม 4 แขวงสีลม เขตบางรัก กรุงเทพมหานคร 10500',
    en: '99 Rama IV Road, Si Lom, Bang Rak, Bangkok 10500, Thailand',
  },
  taxId: '0 1055 00000 00 0',
  email: 'support@talad.example',
  phone: '02 000 0000',
} as const
