import { createRequire } from 'node:module';
import type { AnnualStatement } from './annual-statement.ts';
import {
  dayText,
  statementColumns,
  statementHeaderRows,
  statementNotes,
  statementRows,
} from './statement-texts.ts';

const require = createRequire(import.meta.url);

// The fonts are TrueType files, because pdfkit needs twice as long for WOFF files, which it must unpack.
const fonts = {
  text: require.resolve('@expo-google-fonts/archivo/400Regular/Archivo_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/archivo/700Bold/Archivo_700Bold.ttf'),
};

/** Margin of the page, in points of 1/72 inch. */
const PAGE_MARGIN = 36;
/** Width of the column of months, in points. */
const MONTH_WIDTH = 62;
/** Border widths of a table cell in points (top, right, bottom, left): only a line below each row. */
const ROW_LINE: [number, number, number, number] = [0, 0, 0.5, 0];
/** Font size of paragraphs, in points. */
const TEXT_FONT_SIZE = 9;
/** Font size of the table and the notes, in points. */
const TABLE_FONT_SIZE = 8;

const amountFormat = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 });

const amountText = (centavos: number): string => amountFormat.format(centavos / 100);

function tableRows(statement: AnnualStatement) {
  const headingCell = (text: string, scope: string) => ({ text, scope, type: 'TH' as const });
  const leftAlignedCell = { align: { x: 'left' as const } };
  const boldCell = { font: { src: fonts.bold } };
  const headerCells = ['Mês', ...statementColumns.map(({ title }) => title)];
  return [
    headerCells.map((title, index) => ({
      ...headingCell(title, 'Column'),
      ...boldCell,
      ...(index === 0 ? leftAlignedCell : {}),
    })),
    ...statementRows(statement).map(({ title, sums }, index, allRows) => {
      const cellStyle = index === allRows.length - 1 ? boldCell : {};
      return [
        { ...headingCell(title, 'Row'), ...leftAlignedCell, ...cellStyle },
        ...statementColumns.map(({ amountOf }) => ({
          text: amountText(amountOf(sums)),
          ...cellStyle,
        })),
      ];
    }),
  ];
}

async function openDocument(title: string): Promise<PDFKit.PDFDocument> {
  // The library is loaded on first use, because loading takes long and most processes never create a PDF.
  const { default: PDFDocument } = await import('pdfkit');
  const documentOptions = {
    size: 'A4',
    layout: 'landscape' as const,
    margin: PAGE_MARGIN,
    font: fonts.text,
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: title },
    // These two options let screen readers find headings, paragraphs and table cells.
    subset: 'PDF/UA',
    tagged: true,
  };
  // The type declarations of pdfkit do not contain the value `PDF/UA` of `subset`.
  return new PDFDocument(documentOptions as PDFKit.PDFDocumentOptions);
}

type PdfTag = 'H1' | 'P';

/** Creates a function that writes a line of text under a tag of the document's structure. */
const createLineWriter =
  (doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement) =>
  (
    tag: PdfTag,
    textRuns: readonly (readonly [font: string, text: string])[],
    size = TEXT_FONT_SIZE,
  ) => {
    const drawText = () => {
      doc.fontSize(size);
      textRuns.forEach(([font, text], index) => {
        doc.font(font).text(text, { continued: index < textRuns.length - 1 });
      });
    };
    root.add(doc.struct(tag, {}, [drawText]));
  };

function writeTable(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  statement: AnnualStatement,
): void {
  const options = {
    structParent: root,
    data: tableRows(statement),
    columnStyles: [MONTH_WIDTH, ...statementColumns.map(() => '*')],
    defaultStyle: { align: { x: 'right' as const }, border: ROW_LINE, padding: 3 },
  };
  doc.font(fonts.text).fontSize(TABLE_FONT_SIZE).table(options);
}

/** Creates the annual statement as a tagged PDF with one page, in Guilda's fonts. */
export async function createStatementPdf(
  statement: AnnualStatement,
): Promise<AsyncIterable<Uint8Array>> {
  const title = `Informe anual de vendas de ${statement.year}`;
  const doc = await openDocument(title);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const writeLine = createLineWriter(doc, root);
  writeLine('H1', [[fonts.bold, title]], 18);
  doc.moveDown(0.4);
  for (const [name, value] of statementHeaderRows(statement)) {
    writeLine('P', [
      [fonts.bold, `${name}: `],
      [fonts.text, value],
    ]);
  }
  doc.moveDown();
  writeLine('P', [[fonts.bold, 'Valores em reais (R$)']]);
  doc.moveDown(0.3);
  writeTable(doc, root, statement);
  doc.x = PAGE_MARGIN;
  doc.moveDown();
  const { openingBalance, closingBalance, lastDay, year } = statement;
  writeLine('P', [[fonts.text, `Saldo no começo de ${year}: R$ ${amountText(openingBalance)}`]]);
  writeLine('P', [[fonts.bold, `Saldo em ${dayText(lastDay)}: R$ ${amountText(closingBalance)}`]]);
  doc.moveDown(0.6);
  for (const note of statementNotes) writeLine('P', [[fonts.text, note]], TABLE_FONT_SIZE);
  root.end();
  doc.end();
  return doc;
}
