// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Relayers} from "./Relayers.sol";

/// @title The token in which orders paid off chain are priced
/// @notice Baht is settled in the ledger; on chain the price only has to be something that the relayers alone can
/// pay. So points exist in two places: with the relayers, where they are minted, and with the treasury, where a
/// fulfilment puts them and where they stay.
contract PointToken is ERC20, Relayers {
    error TransferNotAllowed(address from, address to);
    error ApprovalNotAllowed(address holder);
    error NotMinter(address caller);
    error ZeroAccount();

    address public immutable treasury;

    constructor(address owner_, address treasury_) ERC20("THB Point", "THBP") Ownable(owner_) {
        if (treasury_ == address(0)) revert ZeroAccount();
        treasury = treasury_;
    }

    /// @notice Two decimals: one unit is one satang, the same scale as the ledger's.
    function decimals() public pure override returns (uint8) {
        return 2;
    }

    /// @notice Mints to a relayer: nobody else can hold points to spend. What one holds who is in office no more can
    /// no longer move.
    function mint(address relayer, uint256 amount) external {
        if (msg.sender != owner() && !isRelayer[msg.sender]) revert NotMinter(msg.sender);
        _mint(relayer, amount);
    }

    function _update(address from, address to, uint256 value) internal override {
        bool minted = from == address(0) && isRelayer[to];
        bool spent = isRelayer[from] && to == treasury;
        if (!minted && !spent) revert TransferNotAllowed(from, to);
        super._update(from, to, value);
    }

    function _approve(address holder, address spender, uint256 value, bool emitEvent) internal override {
        if (!isRelayer[holder]) revert ApprovalNotAllowed(holder);
        super._approve(holder, spender, value, emitEvent);
    }
}
