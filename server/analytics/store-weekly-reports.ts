import type { Db } from '#server/db/database.ts';
import type { MarketplaceReport } from '#server/marketplace/report-operations.ts';

/** Writes what the marketplace's list says. A report that came before is replaced; the seller's mark and note stay. */
export async function storeWeeklyReports(
  db: Db,
  { accountId, shopId, takenAt }: { accountId: number; shopId: number; takenAt: Date },
  reports: readonly MarketplaceReport[],
): Promise<void> {
  // One statement may not touch a row twice; the later mention wins.
  const unique = [...new Map(reports.map((report) => [report.reportId, report])).values()];
  if (unique.length === 0) return;
  await db
    .insertInto('weekly_reports')
    .values(
      unique.map((report) => ({
        account_id: accountId,
        shop_id: shopId,
        report_id: report.reportId,
        date_from: report.dateFrom,
        date_to: report.dateTo,
        created_on: report.createdOn,
        report_type: report.type,
        for_pay_kopecks: report.forPayKopecks,
        delivery_kopecks: report.deliveryKopecks,
        storage_kopecks: report.storageKopecks,
        acceptance_kopecks: report.acceptanceKopecks,
        penalty_kopecks: report.penaltyKopecks,
        deduction_kopecks: report.deductionKopecks,
        loyalty_kopecks: report.loyaltyKopecks,
        correction_kopecks: report.correctionKopecks,
        payment_schedule_kopecks: report.paymentScheduleKopecks,
        bank_payment_kopecks: report.bankPaymentKopecks,
        taken_at: takenAt,
        marked_by: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'report_id'])
        .doUpdateSet((eb) => ({
          date_from: eb.ref('excluded.date_from'),
          date_to: eb.ref('excluded.date_to'),
          created_on: eb.ref('excluded.created_on'),
          report_type: eb.ref('excluded.report_type'),
          for_pay_kopecks: eb.ref('excluded.for_pay_kopecks'),
          delivery_kopecks: eb.ref('excluded.delivery_kopecks'),
          storage_kopecks: eb.ref('excluded.storage_kopecks'),
          acceptance_kopecks: eb.ref('excluded.acceptance_kopecks'),
          penalty_kopecks: eb.ref('excluded.penalty_kopecks'),
          deduction_kopecks: eb.ref('excluded.deduction_kopecks'),
          loyalty_kopecks: eb.ref('excluded.loyalty_kopecks'),
          correction_kopecks: eb.ref('excluded.correction_kopecks'),
          payment_schedule_kopecks: eb.ref('excluded.payment_schedule_kopecks'),
          bank_payment_kopecks: eb.ref('excluded.bank_payment_kopecks'),
          taken_at: eb.ref('excluded.taken_at'),
        }))
        .where('weekly_reports.account_id', '=', accountId),
    )
    .execute();
}
