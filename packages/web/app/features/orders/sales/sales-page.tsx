import type { OwnUser } from '@guilda/contract/accounts/users';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Main } from '../../../ui/layout/main.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/tabs.tsx';
import { RequireSession } from '../../identity/index.ts';
import { WalletPanel, WalletSkeleton } from '../../wallet/index.ts';
import { type OrderBoard, useOrderBoard } from '../data/use-board.ts';
import { OrderDialogs } from '../dialogs/order-dialogs.tsx';
import { useOrderDialog } from '../dialogs/use-order-dialog.ts';
import type { BoardColumns } from '../model/board-columns.ts';
import { BoardSkeleton } from './board-skeleton.tsx';
import type { OnOrderAction } from './order-card.tsx';
import { PartnerFilter, usePartnerFilter } from './partner-filter.tsx';
import * as styles from './sales-page.module.css';
import { PurchasesPanel, SalesPanel } from './sales-panel.tsx';

/** Query parameter of the selected tab; without it, the page itself chooses the tab. */
const TAB_PARAM = 'aba';
const SALES_TAB = 'vendas';
const PURCHASES_TAB = 'compras';
const WALLET_TAB = 'carteira';
const tabNames = {
  [SALES_TAB]: 'Vendas',
  [PURCHASES_TAB]: 'Compras',
  [WALLET_TAB]: 'Carteira',
} as const;
type SalesPageTab = keyof typeof tabNames;
const salesPageTabs: readonly SalesPageTab[] = [SALES_TAB, PURCHASES_TAB, WALLET_TAB];

/**
 * The current tab, stored in the URL, and a function that changes it; `initialTab` applies when the URL names no tab.
 */
function useSalesPageTab(
  initialTab: SalesPageTab = SALES_TAB,
): [SalesPageTab, (tab: string) => void] {
  const [params, setParams] = useSearchParams();
  const tab = salesPageTabs.find((each) => each === params.get(TAB_PARAM)) ?? initialTab;
  const partnerUid = usePartnerFilter();
  const choose = (nextTab: string) => {
    const partnerParams = partnerUid === undefined ? {} : { pessoa: partnerUid };
    // Without the parameter the page's title is "Vendas". So the parameter is left out only if the sales are both the
    // chosen and the initial tab.
    const isNamed = nextTab !== SALES_TAB || initialTab !== SALES_TAB;
    setParams(isNamed ? { ...partnerParams, [TAB_PARAM]: nextTab } : partnerParams, {
      replace: true,
      preventScrollReset: true,
    });
  };
  return [tab, choose];
}

const ordersOfColumns = (columns: BoardColumns | null) =>
  columns ? Object.values(columns).flat() : [];

/** Number of open and completed orders; undefined while not all pages are loaded. */
function orderCountIfLoaded({ columns, hasMore }: OrderBoard): number | undefined {
  return columns && !hasMore ? ordersOfColumns(columns).length - columns.closed.length : undefined;
}

const isBoardLoaded = ({ columns, error }: OrderBoard) => columns !== null || error !== null;

function SalesHeading({ tab, children }: { tab: SalesPageTab; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h1 className="display2">{tabNames[tab]}</h1>
      {children}
    </div>
  );
}

const hasOrders = ({ columns, hasMore }: OrderBoard) =>
  hasMore || ordersOfColumns(columns).length > 0;

/**
 * The tab to show when the URL names none: the purchases if the order in the URL was bought or if the person has only
 * purchases, otherwise the sales. A new order does not change this choice while the person reads.
 */
function useInitialTab(
  orderId: string | null,
  soldBoard: OrderBoard,
  boughtBoard: OrderBoard,
): SalesPageTab {
  const [initial, setInitial] = useState<SalesPageTab | null>(null);
  const isPurchase =
    orderId !== null && ordersOfColumns(boughtBoard.columns).some(({ id }) => id === orderId);
  if (isPurchase && initial !== PURCHASES_TAB) setInitial(PURCHASES_TAB);
  else if (initial === null && soldBoard.columns && boughtBoard.columns)
    setInitial(hasOrders(boughtBoard) && !hasOrders(soldBoard) ? PURCHASES_TAB : SALES_TAB);
  return initial ?? SALES_TAB;
}

function SalesTabs({ user }: { user: OwnUser }) {
  const partnerUid = usePartnerFilter();
  const soldBoard = useOrderBoard('seller', partnerUid);
  const boughtBoard = useOrderBoard('buyer', partnerUid);
  const dialog = useOrderDialog();
  const [tab, choose] = useSalesPageTab(useInitialTab(dialog.orderId, soldBoard, boughtBoard));
  const orders = [...ordersOfColumns(soldBoard.columns), ...ordersOfColumns(boughtBoard.columns)];
  const onAction: OnOrderAction = ({ id }, action) => dialog.open(id, action);
  return (
    <>
      <Tabs
        value={tab}
        onChange={choose}
        label="Vendas, compras e carteira"
        items={[
          { value: SALES_TAB, label: tabNames[SALES_TAB], count: orderCountIfLoaded(soldBoard) },
          {
            value: PURCHASES_TAB,
            label: tabNames[PURCHASES_TAB],
            count: orderCountIfLoaded(boughtBoard),
          },
          { value: WALLET_TAB, label: tabNames[WALLET_TAB] },
        ]}
        frame={(row) => <SalesHeading tab={tab}>{row}</SalesHeading>}
      >
        <TabPanel value={SALES_TAB}>
          <PartnerFilter orders={orders} />
          <SalesPanel board={soldBoard} user={user} onAction={onAction} />
        </TabPanel>
        <TabPanel value={PURCHASES_TAB}>
          <PartnerFilter orders={orders} />
          <PurchasesPanel board={boughtBoard} user={user} onAction={onAction} />
        </TabPanel>
        <TabPanel value={WALLET_TAB}>
          <WalletPanel />
        </TabPanel>
      </Tabs>
      <OrderDialogs
        orders={orders}
        listsLoaded={isBoardLoaded(soldBoard) && isBoardLoaded(boughtBoard)}
        user={user}
        dialog={dialog}
      />
    </>
  );
}

function SalesPageSkeleton() {
  const [tab] = useSalesPageTab();
  return (
    <>
      <SalesHeading tab={tab}>
        <Skeleton width="18rem" height="var(--hit)" />
      </SalesHeading>
      {tab === WALLET_TAB ? (
        <WalletSkeleton />
      ) : (
        <BoardSkeleton side={tab === SALES_TAB ? 'seller' : 'buyer'} summary={tab === SALES_TAB} />
      )}
    </>
  );
}

/**
 * `/sales`: a person's sales, purchases and wallet (`docs/product/orders.md`). The key keeps what one person has begun,
 * for example an unanswered withdrawal, from the person who signs in next.
 */
export function SalesPage() {
  return (
    <Main>
      <div className="container">
        <RequireSession fallback={<SalesPageSkeleton />}>
          {(user) => <SalesTabs key={user.uid} user={user} />}
        </RequireSession>
      </div>
    </Main>
  );
}
