import { useSearchParams } from 'react-router-dom';
import { ShopDetail } from './shop-detail.tsx';
import { ShopList } from './shop-list.tsx';

/** The list of shops, or the shop of the address: `?shop=3&tab=tokens`. */
export function ShopsPage() {
  const [searchParams] = useSearchParams();
  const shopId = Number(searchParams.get('shop'));
  return Number.isSafeInteger(shopId) && shopId > 0 ? <ShopDetail key={shopId} id={shopId} /> : <ShopList />;
}
