// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title The token in which orders paid off chain are priced
/// @notice Baht is settled in the ledger; on chain the price only has to be something that the relayer alone can
/// pay. So points exist in two places: with the relayer, where they are minted, and with the treasury, where a
/// fulfilment puts them and where they stay.
contract PointToken is ERC20, Ownable {
    error TransferNotAllowed(address from, address to);
    error ApprovalNotAllowed(address holder);
    error NotMinter(address caller);
    error ZeroAccount();

    event RelayerChanged(address indexed previous, address indexed current);

    address public immutable treasury;
    /// @notice Who holds and spends points; nobody until the owner names one.
    address public relayer;

    constructor(address owner_, address treasury_) ERC20("THB Point", "THBP") Ownable(owner_) {
        if (treasury_ == address(0)) revert ZeroAccount();
        treasury = treasury_;
    }

    /// @notice Two decimals: one unit is one satang, the same scale as the ledger's.
    function decimals() public pure override returns (uint8) {
        return 2;
    }

    /// @notice Mints to the relayer, the only account that can hold points to spend.
    function mint(uint256 amount) external {
        if (msg.sender != owner() && msg.sender != relayer) revert NotMinter(msg.sender);
        _mint(relayer, amount);
    }

    /// @notice Moves the right to spend to another key. What the former one still holds can no longer move.
    function setRelayer(address relayer_) external onlyOwner {
        if (relayer_ == address(0)) revert ZeroAccount();
        emit RelayerChanged(relayer, relayer_);
        relayer = relayer_;
    }

    function _update(address from, address to, uint256 value) internal override {
        bool minted = from == address(0) && to == relayer;
        bool spent = from == relayer && to == treasury;
        if (!minted && !spent) revert TransferNotAllowed(from, to);
        super._update(from, to, value);
    }

    function _approve(address holder, address spender, uint256 value, bool emitEvent) internal override {
        if (holder != relayer) revert ApprovalNotAllowed(holder);
        super._approve(holder, spender, value, emitEvent);
    }
}
