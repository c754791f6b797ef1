/** Said where a card has titles for single shops, which a copy does not get. */
export const SHOP_TITLES_STAY =
  'Свои наименования магазинов к копиям не переходят: во всех магазинах будет то, что в таблице.';
